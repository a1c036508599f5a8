/** Whether the token is one by which a client acts for a person. */
export function actsForSomebody(authorization = ''): boolean {
  const claims = authorization.split('.')[1];
  return claims !== undefined && Buffer.from(claims, 'base64url').toString('utf8').includes('"act":');
}
