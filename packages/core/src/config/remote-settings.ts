/** The variables of `serve --transport http`. */
import {
  absolutePath,
  address,
  anything,
  matching,
  setting,
  wholeNumber,
  wordOf,
  yesOrNo,
  type Setting,
} from './setting.ts';

export const remoteSettings: readonly Setting[] = [
  setting('MCP_REMOTE_AUTH_TOKEN_FILE', anything, 'none').means(
    'File (mode 0600) with the token, at least 16 characters, that clients send to `serve --transport http`. Needed for any `--host` that other machines can reach.',
  ),
  setting('MCP_REMOTE_AUTH_TOKEN', anything, 'none').means(
    'The token itself. Preferred over the file. Never put it into a file that is committed.',
  ),
  setting(
    'MCP_REMOTE_SESSION_HEADER',
    matching('the name of a header', /^[A-Za-z0-9-]{1,64}$/),
    '`x-zaxy-session-id`',
  ).means('Header in which clients with that token name their session.'),
  setting('MCP_OIDC_ISSUER', address, 'none').means(
    'Identity provider whose access tokens (RS256 or ES256) clients send to `serve --transport http`. Needs `MCP_OIDC_AUDIENCE`.',
  ),
  setting('MCP_OIDC_AUDIENCE', anything, 'none').means('Audience that these tokens must be for.'),
  setting('MCP_OIDC_JWKS_URL', address, 'from the metadata of the issuer').means(
    'Address of the keys that sign these tokens.',
  ),
  setting('MCP_OIDC_REQUIRED_SCOPE', anything, '`zaxy:mcp`').means(
    'Scope that these tokens must have.',
  ),
  setting('MCP_OIDC_SESSION_CLAIM', anything, '`zaxy_session`').means(
    'Claim that names the session of the caller.',
  ),
  setting('HOOKLOOM_MCP_PUBLIC_URL', address, 'none').means(
    'Address that clients use for `serve --transport http` when it differs from the address of the server, such as that of a proxy.',
  ),
  setting('HOOKLOOM_MCP_MOUNT', absolutePath, 'none').means(
    'Full path of a project whose memory `hookloom up` also serves over MCP, at `/mcp` of its port, by the rules of `serve --transport http`.',
  ),
  setting('HOOKLOOM_METRICS_ENABLED', yesOrNo, '`false`').means(
    '`true`: the worker answers `GET /metrics` with figures for Prometheus, to callers with its token.',
  ),
  setting('HOOKLOOM_TRACES_ENABLED', yesOrNo, '`false`').means(
    '`true`: the worker and `serve` send spans of hooks, appends, projections and checkouts to an OpenTelemetry collector. `OTEL_EXPORTER_OTLP_ENDPOINT` names it; spans hold no recorded text.',
  ),
  setting('ZAXY_ENV', wordOf('development', 'dev', 'test', 'production'), '`development`').means(
    '`production`: `serve` does not start without an admin token, and over HTTP not without authentication. An unknown word counts as `production`.',
  ),
  setting('MCP_RATE_LIMIT_ENABLED', yesOrNo, '`true` with authentication').means(
    'Whether `serve --transport http` limits the requests of each caller.',
  ),
  setting('MCP_RATE_LIMIT_REQUESTS', wholeNumber(1, 1_000_000), '`120`').means(
    'Requests that each caller over HTTP may send in one window.',
  ),
  setting('MCP_RATE_LIMIT_WINDOW_SECONDS', wholeNumber(1, 86_400), '`60`').means(
    'Length of that window.',
  ),
  setting('MCP_AUDIT_ENABLED', yesOrNo, '`false`').means(
    '`true` writes one line of JSON for each request over HTTP: who, which tool, which outcome; no arguments.',
  ),
  setting('MCP_AUDIT_PATH', anything, '`.eventloom/audit/mcp.jsonl`').means(
    'File of these lines. A path that is not absolute starts at the folder of the workspace.',
  ),
];
