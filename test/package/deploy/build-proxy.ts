import { copyFileSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BASE, type ImageTools } from './image-tools.ts';

const CADDY = '/usr/bin/caddy';
/** Whether there is one that can be put into an image. */
export const hasProxy = existsSync(CADDY);
/** It signs for such a name itself, and asks nobody. */
export const PUBLIC_NAME = 'setpoint.localhost';

/** The proxy of a package of this machine, in the folders of the public image. */
export function buildProxy(tools: ImageTools, image: string): void {
  const context = join(tools.folder, 'proxy');
  mkdirSync(join(context, 'lib'), { recursive: true });
  copyFileSync(CADDY, join(context, 'caddy'));
  const [library = ''] = globSync('/usr/lib/x86_64-linux-gnu/libzstd.so.1');
  if (library !== '') copyFileSync(library, join(context, 'lib', basename(library)));
  writeFileSync(
    join(context, 'Dockerfile'),
    `FROM ${BASE}
COPY caddy /bin/caddy
COPY lib /lib/x86_64-linux-gnu
ENV PATH=/bin XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
`,
  );
  tools.build(context, '-t', image, '--pull-never');
}
