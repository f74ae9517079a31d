/** The tags around a context. Capture removes everything between them, so no text inside may contain them. */
export const OPEN = '<hookloom-context>';
export const CLOSE = '</hookloom-context>';

/** Also removes the tag of earlier versions and claude-mem. */
export function withoutFence(text: string): string {
  return text.replace(/<(?=\/?(?:hookloom|claude-mem)-context)/gi, '‹');
}
