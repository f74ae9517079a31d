/** The variables of `serve --transport http`. */

export const remoteVariables: readonly {
  name: string;
  defaultValue: string;
  meaning: string;
}[] = [
  {
    name: 'MCP_REMOTE_AUTH_TOKEN_FILE',
    defaultValue: 'none',
    meaning:
      'File (mode 0600) with the token, at least 16 characters, that clients send to `serve --transport http`. Needed for any `--host` that other machines can reach.',
  },
  {
    name: 'MCP_REMOTE_AUTH_TOKEN',
    defaultValue: 'none',
    meaning:
      'The token itself. Preferred over the file. Never put it into a file that is committed.',
  },
  {
    name: 'MCP_REMOTE_SESSION_HEADER',
    defaultValue: '`x-zaxy-session-id`',
    meaning: 'Header in which clients with that token name their session.',
  },
  {
    name: 'MCP_OIDC_ISSUER',
    defaultValue: 'none',
    meaning:
      'Identity provider whose access tokens (RS256 or ES256) clients send to `serve --transport http`. Needs `MCP_OIDC_AUDIENCE`.',
  },
  {
    name: 'MCP_OIDC_AUDIENCE',
    defaultValue: 'none',
    meaning: 'Audience that these tokens must be for.',
  },
  {
    name: 'MCP_OIDC_JWKS_URL',
    defaultValue: 'from the metadata of the issuer',
    meaning: 'Address of the keys that sign these tokens.',
  },
  {
    name: 'MCP_OIDC_REQUIRED_SCOPE',
    defaultValue: '`zaxy:mcp`',
    meaning: 'Scope that these tokens must have.',
  },
  {
    name: 'MCP_OIDC_SESSION_CLAIM',
    defaultValue: '`zaxy_session`',
    meaning: 'Claim that names the session of the caller.',
  },
  {
    name: 'HOOKLOOM_MCP_PUBLIC_URL',
    defaultValue: 'none',
    meaning:
      'Address that clients use for `serve --transport http` when it differs from the address of the server, such as that of a proxy.',
  },
  {
    name: 'HOOKLOOM_MCP_MOUNT',
    defaultValue: 'none',
    meaning:
      'Full path of a project whose memory `hookloom up` also serves over MCP, at `/mcp` of its port, by the rules of `serve --transport http`.',
  },
  {
    name: 'HOOKLOOM_METRICS_ENABLED',
    defaultValue: '`false`',
    meaning:
      '`true`: the worker answers `GET /metrics` with figures for Prometheus, to callers with its token.',
  },
  {
    name: 'HOOKLOOM_TRACES_ENABLED',
    defaultValue: '`false`',
    meaning:
      '`true`: the worker and `serve` send spans of hooks, appends, projections and checkouts to an OpenTelemetry collector. `OTEL_EXPORTER_OTLP_ENDPOINT` names it; spans hold no recorded text.',
  },
  {
    name: 'ZAXY_ENV',
    defaultValue: '`development`',
    meaning:
      '`production`: `serve` does not start without an admin token, and over HTTP not without authentication. An unknown word counts as `production`.',
  },
  {
    name: 'MCP_RATE_LIMIT_ENABLED',
    defaultValue: '`true` with authentication',
    meaning: 'Whether `serve --transport http` limits the requests of each caller.',
  },
  {
    name: 'MCP_RATE_LIMIT_REQUESTS',
    defaultValue: '`120`',
    meaning: 'Requests that each caller over HTTP may send in one window.',
  },
  {
    name: 'MCP_RATE_LIMIT_WINDOW_SECONDS',
    defaultValue: '`60`',
    meaning: 'Length of that window.',
  },
  {
    name: 'MCP_AUDIT_ENABLED',
    defaultValue: '`false`',
    meaning:
      '`true` writes one line of JSON for each request over HTTP: who, which tool, which outcome; no arguments.',
  },
  {
    name: 'MCP_AUDIT_PATH',
    defaultValue: '`.eventloom/audit/mcp.jsonl`',
    meaning:
      'File of these lines. A path that is not absolute starts at the folder of the workspace.',
  },
];
