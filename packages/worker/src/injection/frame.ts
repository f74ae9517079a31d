/** The tags around a context. Capture removes everything between them, so no text inside may write them. */
export const OPEN = '<hookloom-context>';
export const CLOSE = '</hookloom-context>';

/** Also the tag that earlier versions and claude-mem use. */
export function withoutFence(text: string): string {
  return text.replace(/<(?=\/?(?:hookloom|claude-mem)-context)/gi, '‹');
}
