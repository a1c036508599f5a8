/** What to start a process with (NODE_OPTIONS) so that it looks names up at one server alone. */
export function withNameServer(address: string): string {
  const module = `
    import dns from 'node:dns/promises';
    dns.Resolver = class extends dns.Resolver {
      constructor(options) {
        super(options);
        this.setServers(['${address}']);
      }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(module)}`;
}
