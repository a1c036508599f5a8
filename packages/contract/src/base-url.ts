/** An address to which a path can be added: without slashes at its end. */
export function baseUrl(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
