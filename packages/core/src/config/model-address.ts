import { isLoopback } from './loopback.ts';

interface Rules {
  isRemoteAllowed: boolean;
  /** What to say if it is on another machine and that is not allowed. */
  elsewhere(host: string): string;
}

/** Where a model answers: an http address and nothing more; on another machine only if that is allowed, by https. */
export function modelAddress(
  variable: string,
  text: string,
  { isRemoteAllowed, elsewhere }: Rules,
): { url: string; isRemote: boolean } | { refused: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return { refused: `${variable} is not an http address.` };
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return {
      refused: `${variable} contains more than an address. Put a key into a separate file.`,
    };
  const isRemote = !isLoopback(url.hostname);
  if (isRemote && !isRemoteAllowed) return { refused: elsewhere(url.host) };
  if (isRemote && url.protocol !== 'https:')
    return { refused: `${variable} is another machine and must be https.` };
  return { url: url.href.replace(/\/+$/, ''), isRemote };
}
