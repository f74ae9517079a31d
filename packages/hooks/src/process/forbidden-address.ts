/**
 * Addresses that no hook may call: link-local ones and those of cloud metadata services, which hand out credentials.
 */
import { isIP } from 'node:net';

const NAMES = new Set(['metadata.google.internal', 'metadata', 'instance-data']);
/** Metadata services outside the link-local range (Alibaba's and Azure's), and addresses that name no host. */
const V4 = new Set(['100.100.100.200', '168.63.129.16', '0.0.0.0', '255.255.255.255']);

/** Loopback and ordinary private networks are allowed: hooks call the user's services there. */
export function isForbiddenAddress(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '').replace(/%.*$/, '');
  if (NAMES.has(name)) return true;
  const version = isIP(name);
  if (version === 4) return isForbiddenV4(name);
  if (version !== 6) return false;
  const parts = partsOf(name);
  const [first] = parts;
  if (first === undefined) return true;
  const within = embeddedV4(parts);
  if (within !== null && isForbiddenV4(within)) return true;
  // fe80::/10, `::` and Amazon's fd00:ec2::254.
  if ((first & 0xffc0) === 0xfe80 || parts.every((part) => part === 0)) return true;
  return parts.join() === [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254].join();
}

function isForbiddenV4(address: string): boolean {
  return address.startsWith('169.254.') || V4.has(address);
}

/** The eight parts of an IPv6 address in any spelling. */
function partsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text =
    dotted === null
      ? address
      : `${dotted[1]}${hexPair(dotted[2]!, dotted[3]!)}:${hexPair(dotted[4]!, dotted[5]!)}`;
  const [head = '', tail] = text.split('::');
  const read = (half: string): number[] =>
    half === '' ? [] : half.split(':').map((part) => Number.parseInt(part, 16));
  if (tail === undefined) return read(head);
  const [front, back] = [read(head), read(tail)];
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

function hexPair(high: string, low: string): string {
  return ((Number(high) << 8) | Number(low)).toString(16);
}

/** The IPv4 address inside: mapped and compatible forms, those translated by NAT64 (64:ff9b::) and tunnelled by 6to4. */
function embeddedV4(parts: number[]): string | null {
  const front = parts.slice(0, 6).join();
  const at =
    front === '0,0,0,0,0,65535' || front === '0,0,0,0,0,0' || front === '100,65435,0,0,0,0'
      ? 6
      : parts[0] === 0x2002
        ? 1
        : -1;
  if (at === -1) return null;
  const [high = 0, low = 0] = parts.slice(at, at + 2);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}
