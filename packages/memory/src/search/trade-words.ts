/**
 * Technical words: what kind of thing a product is. A question names the kind ("which database"), the answer names the
 * product. One line for each kind: its names, then its products, with `_` for a space. A product that is also a common
 * word ends with `*` and counts only in this spelling. An entry that ends with `-` is the beginning of a word. German
 * words are listed beside the English ones.
 */
export const PRODUCTS = `
database, relational database, sql: PostgreSQL Postgres MySQL MariaDB SQLite Oracle* SQL_Server MSSQL CockroachDB PlanetScale Neon* Supabase TiDB YugabyteDB Spanner Aurora* DB2 Firebird H2 libSQL Turso DuckDB Percona Vitess
document database, nosql store: MongoDB CouchDB Couchbase DynamoDB Firestore RavenDB Cosmos_DB FaunaDB RethinkDB SurrealDB PouchDB
embedded key-value store: RocksDB LevelDB LMDB BoltDB BadgerDB redb FoundationDB
wide-column database, time series database: Cassandra ScyllaDB HBase Bigtable InfluxDB TimescaleDB VictoriaMetrics QuestDB
graph database: Neo4j Dgraph JanusGraph Memgraph ArangoDB Neptune* TigerGraph
vector database, embeddings search: pgvector Pinecone Qdrant Weaviate Milvus Chroma LanceDB FAISS Vespa*
data warehouse, analytical database: BigQuery Snowflake Redshift ClickHouse Databricks Synapse* Druid Pinot Trino Presto Athena*
cache, in-memory store: Redis Memcached Valkey KeyDB Dragonfly Hazelcast Varnish
message queue, message broker, event streaming: RabbitMQ Kafka SQS NATS ActiveMQ Pulsar ZeroMQ Redpanda Kinesis Pub/Sub SNS EventBridge Mosquitto MQTT
background jobs, job queue, task runner for jobs: Sidekiq Celery BullMQ Bull* Resque Faktory Hangfire RQ Quartz Oban Graphile_Worker
workflow orchestration, data pipelines: Temporal* Airflow Dagster Prefect Luigi Argo_Workflows Camunda Step_Functions Inngest n8n Zapier
search engine, full-text search: Elasticsearch OpenSearch Solr Meilisearch Typesense Algolia Lucene Sphinx* Tantivy
object storage, file storage: S3 MinIO GCS Backblaze Ceph Azure_Blob_Storage R2 Wasabi Glacier*
hosting, cloud provider: AWS Azure GCP Google_Cloud Hetzner DigitalOcean Heroku Vercel Netlify Fly.io Render* Railway* Linode OVH Scaleway Cloud_Run EC2 Lambda* Lightsail Oracle_Cloud
CDN, content delivery, edge network: Cloudflare Fastly Akamai CloudFront Bunny.net KeyCDN
DNS, domain name resolution: Route_53 BIND CoreDNS Pi-hole Namecheap GoDaddy PowerDNS
container, container engine: Docker Podman containerd Buildah Kaniko LXC CRI-O
container orchestration, cluster: Kubernetes k8s k3s Nomad OpenShift ECS EKS GKE Docker_Swarm Rancher Mesos
package registry, artifact storage, container registry: Artifactory Harbor* Nexus* Verdaccio GHCR ECR Docker_Hub
Kubernetes packages and deployment tool, continuous delivery: Helm Kustomize Argo_CD Flux* Skaffold Spinnaker Octopus_Deploy
infrastructure as code, provisioning of machines: Terraform OpenTofu Pulumi CloudFormation CDK Crossplane Bicep
configuration management, server setup: Ansible Chef* Puppet* SaltStack Salt* cloud-init
web server, reverse proxy, load balancer: nginx Apache Caddy Traefik HAProxy Envoy* IIS
API gateway: Kong* Apigee Tyk KrakenD Zuul
service mesh, service discovery: Istio Linkerd Consul etcd ZooKeeper Eureka*
continuous integration, CI pipeline, build server: GitHub_Actions GitLab_CI Jenkins CircleCI Travis TeamCity Buildkite Bamboo* Drone* Azure_Pipelines Woodpecker
version control, code hosting, repository: Git GitHub GitLab Bitbucket Mercurial Subversion SVN Gitea Perforce Codeberg Forgejo
error tracking, crash reporting: Sentry* Rollbar Bugsnag Crashlytics Airbrake Raygun GlitchTip
monitoring, metrics: Prometheus Datadog New_Relic Nagios Zabbix Grafana Dynatrace CloudWatch Netdata StatsD Graphite* AppDynamics
uptime and status page: Pingdom UptimeRobot Statuspage BetterStack Better_Uptime
logging, log storage, log viewer: Loki Splunk Logstash Fluentd Fluent_Bit Graylog Papertrail Kibana Vector* Loggly syslog
logger, logging library: pino winston log4j Logback slf4j zap* logrus Serilog loguru bunyan tracing*
tracing, distributed tracing: OpenTelemetry Jaeger Zipkin Tempo* Honeycomb Lightstep X-Ray
on-call alerting, paging, incidents: PagerDuty Opsgenie VictorOps incident.io Alertmanager
feature flags, A/B testing, experiments: LaunchDarkly Unleash* Flagsmith GrowthBook Optimizely Split.io ConfigCat Statsig Flipper*
analytics, usage statistics, visits: Google_Analytics Plausible* Matomo Mixpanel Amplitude* PostHog Segment* Fathom Heap* Umami Hotjar FullStory
dashboards, business intelligence, reports: Metabase Tableau Looker Power_BI Superset Redash Grafana Qlik
payments, card processing, payment provider: Stripe* PayPal Adyen Braintree Square* Klarna Mollie Worldpay Razorpay GoCardless
subscription billing, invoices: Chargebee Recurly Paddle* Zuora Lago
email delivery, mail provider: SendGrid Postmark* Mailgun SES Mailchimp Resend* SparkPost Mailjet Brevo Postfix Exim SMTP
text messages, SMS, phone calls: Twilio Vonage MessageBird Plivo Sinch Nexmo
push notifications, phone alerts: Firebase FCM APNs OneSignal Pusher Expo_Push
authentication, identity provider, login, single sign-on: Auth0 Okta Keycloak Cognito Clerk* Entra_ID Active_Directory LDAP SAML OAuth OpenID_Connect OIDC WorkOS Ory Authentik FusionAuth
password hashing: argon2 argon2id bcrypt scrypt PBKDF2
secrets management, credentials store, encryption keys: Vault* KMS AWS_Secrets_Manager Doppler* Infisical 1Password Bitwarden SOPS sealed_secrets
encryption, cipher, signature: AES RSA TLS Ed25519 ChaCha20 HMAC HMAC-SHA256 GPG PGP mTLS
security scanner, malware protection, supply-chain security: Snyk Dependabot Trivy ClamAV SonarQube Semgrep CodeQL Renovate OWASP_ZAP Wiz* Grype gitleaks
package manager, dependency installer: npm pnpm Yarn* pip Poetry* uv Cargo* Composer* Bundler Maven NuGet Conan conda Homebrew apt pipenv Hex*
bundler, build tool, compile: webpack Vite* esbuild Rollup Parcel* Turbopack Rspack swc Babel tsup Rolldown
build system, monorepo tool, compile workspaces: Turborepo Nx Bazel Gradle Lerna Rush* CMake Make* Ninja* Meson Buck2 Ant* sbt Pants* moon*
linter, code style check, static analysis: ESLint oxlint Biome Pylint Ruff* flake8 RuboCop golangci-lint Clippy Stylelint Checkstyle PMD JSHint TSLint ktlint ShellCheck
code formatter, code style: Prettier Black* gofmt rustfmt clang-format dprint oxfmt isort
type checker, typed language: TypeScript mypy Pyright Flow* Sorbet
unit test framework, test runner, specs: Vitest Jest* Mocha* pytest JUnit RSpec AVA Jasmine NUnit xUnit PHPUnit Karma* unittest minitest Go_test
browser test, end-to-end tests, UI automation: Playwright Cypress Selenium Puppeteer WebdriverIO TestCafe Nightwatch Appium Detox
visual regression, screenshots, component gallery: Percy* Chromatic Storybook BackstopJS Applitools Ladle*
load test, performance test, traffic: k6 JMeter Gatling Locust* Artillery* wrk autocannon
contract tests, API client, API tests: Pact* Postman Insomnia* Bruno* Hoppscotch WireMock MSW Newman
API description, interface schema: OpenAPI Swagger GraphQL gRPC Protobuf AsyncAPI JSON_Schema tRPC SOAP Thrift Avro
frontend framework, UI framework, web interface: React* Vue Angular* Svelte SolidJS Preact Ember* Qwik Alpine.js jQuery htmx Lit Backbone
web framework, routes, backend framework: Express* Fastify Django Flask* Rails Ruby_on_Rails Laravel Spring* Spring_Boot NestJS FastAPI Koa Gin* Phoenix* Symfony ASP.NET Hono Sinatra Actix Axum Echo*
full-stack framework, static site generator: Next.js Nuxt Remix* Gatsby SvelteKit Astro* Hugo Jekyll Eleventy TanStack_Start
documentation site, manual: Docusaurus MkDocs VitePress GitBook Sphinx* Read_the_Docs Mintlify Confluence Doxygen Swagger_UI
CSS framework, styling, component library: Tailwind Bootstrap* Bulma Sass Material_UI MUI Chakra Ant_Design styled-components Emotion* shadcn Radix PostCSS Less*
typeface, font: Inter* Roboto Helvetica Arial Open_Sans Lato* Fira_Code Source_Sans Noto IBM_Plex
icons, symbol set: Lucide Font_Awesome Heroicons Material_Icons Feather* Phosphor* Tabler
animation library, motion: Framer_Motion GSAP Lottie anime.js
state management, client-side data: Redux Zustand MobX Pinia Vuex Recoil Jotai XState React_Query TanStack_Query
charts, graphs, data visualisation: Recharts D3 Chart.js Highcharts ECharts Plotly Matplotlib Vega* visx Victory* ApexCharts
tables, data grid, lists: AG_Grid TanStack_Table DataTables Handsontable
maps, geography, geocoding: MapLibre Mapbox Leaflet* Google_Maps OpenLayers OpenStreetMap Nominatim PostGIS HERE_Maps
mobile app framework, phone client: Flutter React_Native SwiftUI Jetpack_Compose Ionic Xamarin Expo Kotlin_Multiplatform Cordova Capacitor MAUI
desktop app framework, program for laptops: Electron Tauri Qt GTK WPF Wails NW.js
app distribution, beta testing, app store: TestFlight App_Store Play_Store Fastlane F-Droid
programming language: Python JavaScript Java Kotlin Rust* Go* Golang Ruby* PHP Swift* Scala C++ C# Elixir Haskell Clojure Perl Lua Dart* Zig* OCaml Erlang Julia* F# Fortran COBOL
JavaScript runtime: Node Node.js Deno Bun*
data access, ORM, query builder: Prisma Drizzle* TypeORM Sequelize Hibernate SQLAlchemy ActiveRecord Knex Ecto GORM Kysely Mongoose Entity_Framework jOOQ
schema migration: Flyway Liquibase Alembic Atlas* Sqitch dbmate goose*
data validation, input check, forms: Zod Yup Joi Ajv Pydantic class-validator Valibot React_Hook_Form Formik marshmallow*
HTTP client, outgoing requests: axios undici requests* got* curl OkHttp httpx ky Guzzle Retrofit
date library, date arithmetic, calendar values: moment* date-fns Luxon Day.js Joda-Time
utility library: lodash underscore* Ramda Guava
websocket, live connection, realtime: Socket.IO WebSockets SignalR Ably Pusher WebRTC LiveKit
translation, localisation, other languages: Lokalise i18next Crowdin Phrase* Transifex gettext POEditor Weblate FormatJS Locale
document rendering, PDF, printable files: Gotenberg wkhtmltopdf WeasyPrint Puppeteer Prince* PDFKit LaTeX Pandoc
image processing, pictures: sharp* ImageMagick Pillow libvips Imgix Cloudinary WebP AVIF JPEG PNG
video processing, clips, conversion: ffmpeg GStreamer HandBrake Mux* H.264 MP4 HLS
machine learning library, model training: PyTorch TensorFlow scikit-learn Keras XGBoost LightGBM JAX Hugging_Face
language model, AI provider: OpenAI GPT GPT-4 Claude Gemini* Anthropic Llama Mistral Ollama Cohere Bedrock vLLM
speech recognition, speech model: Whisper* Deepgram AssemblyAI Vosk
data processing, data transformation: Spark* Flink Hadoop dbt pandas Polars NumPy Beam* Dask Fivetran Airbyte
content management: WordPress Contentful Strapi Sanity* Drupal Ghost* Directus Prismic Storyblok
online shop, commerce: Shopify Magento WooCommerce Medusa* commercetools
customer relationship management, sales: Salesforce HubSpot Pipedrive Zoho
help desk, customer support, complaints, chat widget: Zendesk Intercom* Freshdesk Crisp* Help_Scout Drift* Front* LiveChat
issue tracker, project management, tasks, tickets: Jira Linear* Asana Trello YouTrack Redmine ClickUp Shortcut* Basecamp GitHub_Issues
team chat, messaging: Slack* Discord Microsoft_Teams Mattermost Zulip Rocket.Chat Telegram Signal*
video call, meetings: Zoom* Google_Meet Webex Jitsi
design tool, mockups: Figma Sketch* Adobe_XD InVision Framer Penpot Zeplin
knowledge base, notes, wiki: Notion* Confluence Obsidian* Outline* MediaWiki BookStack
code editor: VS_Code IntelliJ Vim Neovim Emacs WebStorm PyCharm Sublime_Text Zed* Eclipse Cursor* Xcode
operating system: Linux Ubuntu Debian Windows macOS Alpine* Fedora Red_Hat RHEL CentOS FreeBSD NixOS Android iOS
browser: Chrome* Firefox Safari Edge* Internet_Explorer Opera* Brave*
virtual machine, virtualisation: VMware VirtualBox QEMU Vagrant Proxmox Hyper-V
VPN, private network: WireGuard OpenVPN Tailscale IPsec ZeroTier
licence, terms of use: MIT GPL AGPL LGPL Apache-2.0 BSD MPL
identifier, primary key: UUID ULID bigint nanoid CUID
file format, data format: CSV JSON YAML TOML XML Parquet Excel XLSX MessagePack Markdown
accessibility, assistive technology: WCAG ARIA axe* VoiceOver NVDA JAWS
privacy rules, compliance: GDPR DSGVO HIPAA SOC_2 ISO_27001 CCPA PCI_DSS
currency, money: euro euros dollar dollars franc francs pounds USD EUR CHF yen
`;

/** Terms of the same form: their meaning in other words. */
export const TERMS = `
deployment, release, go live, ship: deploy- releas- rollout ship shipped shipping publish- launch- auslief- ausgelief- veröffentlich- freigabe freigeben
roll back, undo a broken release: rollback- revert- zurückroll-
pull request, change, merge into the trunk: merge- PR PRs commit- branch- main trunk push zusammenführ-
code review, approve a change: review- approv- sign-off genehmig- freigeben gegenlesen
outage, server down, unavailable: outage downtime incident- ausfall ausfälle störung-
crash, failure, broken: crash- fail- broke broken abort- died segfault panic- abstürz- abgestürzt fehlgeschlagen kaputt
intermittent failure, fails at random, only sometimes: flaky flakiness race sporadic- sporadisch
blocked, waits forever, hangs: deadlock- hung hang hangs froze frozen stuck blockier-
out of memory, memory grows, RAM: OOM heap leak- memory Speicherleck- arbeitsspeicher
slow, performance, latency, speed: slow- latency p95 p99 debounce- throttl- lag lagged langsam- schnell-
bad gateway, server error: 500 502 503 504
request too large, rejected upload: 413 431
unauthorised, forbidden, no permission: 401 403
too many requests, rate limit: 429 throttl-
timeout, waits too long, no answer: timeout- timed deadline-
try again after a failure, retry: retr- backoff jitter exponential
cache, temporarily stored copy: cache- caching zwischenspeicher-
availability, uptime promise: SLA SLO uptime verfügbarkeit
disaster recovery, restore data: backup- restore- dump snapshot- RTO RPO sicherung- wiederherstell-
how long data is kept, delete after: retention purge- wiped archive- aufbewahr- löschen gelöscht löschfrist
personal data, privacy, customer records: anonymis- anonymiz- pseudonym- personal-data datenschutz patient-
test environment, staging server: staging sandbox testumgebung
live system, production server: production prod produktiv- live
read-only copy of the database server, replica: replica- standby follower
schema change, data model, tables: migration- schema- table tables column- tabelle- datenmodell spalte-
primary key, identifier: id ids identifier- kennung-
query speed, lookup structure: index indexes indices
transaction, lock, concurrent writes: transaction- lock- isolation
money amount, price: price- cents pricing preis- betrag
invoice, bill, billing: invoice- billing bill- rechnung- abrechnung-
payment, card, charge: payment- refund- checkout charge- zahlung- bezahl-
subscription, plan, trial: subscription- trial plan plans abonnement- tarif-
customer, user, who buys: customer- client clients buyer- kunde- kunden-
account, profile, sign up: account- profile- signup registration konto konten
sign in, login, logged in, session: login- signin sign-in session- logged authenticat- anmeld- einlogg-
logged out, session expires: logout token tokens expire- abgemeldet
password, credentials: password- passwort- kennwort credential- secret- zugangsdaten
role, permission, who may: permission- role roles admin admins privilege- access berechtigung- zugriff rechte
second factor, protection of the login: two-factor 2FA MFA TOTP passkey-
signature, trust of the sender: signed signature- HMAC signier-
switch functionality on or off, feature toggle: flag flags toggle- kill-switch
scheduled task, runs regularly: cron cronjob- schedule- nightly geplant-
background processing, jobs, workers: job jobs worker- queue- consumer-
callback from another service, event delivery: webhook- callback-
interface for other programs, API, endpoint, route: endpoint- API APIs route routes schnittstelle-
in front of the services, entry of traffic: gateway proxy ingress balancer
sample data for tests: fixture- seed seeds testdaten
unit test, spec, test suite: test tests spec specs suite testet- mock- stub-
share of tested lines, test coverage: coverage testabdeckung
check of the build, pipeline: CI pipeline- build builds
compile, build time: compil- build builds bundl- kompilier- übersetzungszeit
dependency, library, package: dependenc- librar- package- lockfile abhängigkeit- bibliothek- paket-
source code module, file, folder: module- packages directory folder- export exports import imports
function, method, class: function- method- class classes inherit- funktion- methode- klasse-
naming convention, code style: convention- naming tabs spaces semicolon- quotes indent- imperative einrück-
comment, documentation of code: comment- docstring- kommentar- dokumentier-
error message, exception, failure code: error- exception- throw throws fehlermeldung- fehlercode-
logging, diagnostics, protocol: log logs logging logzeile- protokoll- diagnos-
people on duty, who is woken up at night: on-call alert- bereitschaft
owner, responsible team, who maintains: own owns owner owned team belongs zuständig- verantwortlich- gehört
who decides, ask first: approval- ask asks talk rücksprache absprache
limit, maximum size: limit- maximum at-most most höchstens maximal-
minimum: minimum least mindestens
supported until, end of support, when it goes away: drop ends ended deprecat- sunset EOL supported
meeting, talk: meeting- retro retrospective standup interview- besprechung-
vacation, away: leave holiday- vacation urlaub-
offer, contract, sales: contract- quote offer- sales vertrag angebot-
accounting, finance department: finance accounting buchhaltung
customer support, helpdesk: support helpdesk
legal department, lawyers: legal lawyer- recht-
analysts, data team: analyst- data-science datenteam
first users, early access, pilot: pilot beta alpha early
colour, dark mode, appearance: dark theme- colour- color- farbe-
layout, screen, page: layout grid page pages notch seite-
picture, photo, image: image- picture- photo- avatar- bild bilder foto fotos
video, clip: video- clip- videos
document, file to print: PDF PDFs document- print-
spreadsheet, download of data: export exports download- CSV XLSX ausgabe
load data, ingestion, import: import- ingest- importer einles- einlesen
character encoding, strange characters: Latin-1 UTF-8 BOM umlaut- encoding garbled
local time, timezone, calendar: timezone UTC zeitzone week weeks calendar date dates
language, translation: translat- locale- language- übersetz- sprache- deutsch englisch english
number too large, rounding: overflow decimal rounding float floats bigint
merge conflicts, offline changes: offline reconnect- conflict- sync synchron-
phone, mobile app: mobile phone- iPhone iPhones iPad APK Android iOS handy
laptop program, desktop client: desktop
website, public page: website site landing homepage webseite
web address, domain: domain- URL URLs DNS
many requests, traffic, throughput: throughput load traffic concurrent requests durchsatz
search, find, lookup: search- lookup find suche suchen
syntax analysis, reads source text: parser- parse- grammar lexer
same result every time, reproducible: deterministic reproducible idempotent
handled twice, duplicate: twice duplicate- double doppelt
parallel, threads, concurrency: thread- parallel- concurren- goroutine-
accessibility for disabled people: accessib- barrierefrei-
new version, upgrade: version- upgrade- update- pin pinned aktualisier-
release notes, what changed: changelog- notes
size of the download, container image size: MB GB KB shrank size größe
`;
