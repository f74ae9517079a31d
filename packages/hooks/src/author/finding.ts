/** Something about hooks that a person should fix. */
export interface Finding {
  severity: 'error' | 'warning';
  /** Stable word. */
  code: string;
  /** `.codex/config.toml:12` */
  place: string;
  message: string;
  remediation: string;
}
