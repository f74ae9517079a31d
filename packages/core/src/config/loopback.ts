/** @example isLoopback('127.0.0.1') && isLoopback('[::1]') && !isLoopback('127.0.0.1.example.org') */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
