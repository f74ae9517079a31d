/** The body of a response as text. Null if it is longer than the limit. */
export async function boundedText({ body }: Response, maxBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += (part as Uint8Array).byteLength;
    if (size > maxBytes) return null;
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}
