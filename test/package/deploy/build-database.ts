import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyPrograms, installedPrograms } from '@setpoint/server/testing/start-postgres';
import { BASE, type ImageTools } from './image-tools.ts';

const START = `
const { execFileSync, spawn } = require('node:child_process');
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password } = process.env;
const folder = '/var/lib/postgresql/data';
if (!existsSync(folder + '/PG_VERSION')) {
  writeFileSync('/tmp/password', password);
  execFileSync('/pg/bin/initdb', ['-D', folder, '-U', user, '--pwfile=/tmp/password', '-A', 'scram-sha-256', '-E', 'UTF8']);
  appendFileSync(folder + '/pg_hba.conf', 'host all all all scram-sha-256');
  execFileSync('/pg/bin/postgres', ['--single', '-D', folder, 'postgres'], { input: 'CREATE DATABASE ' + database });
}
const server = spawn('/pg/bin/postgres', ['-D', folder, '-c', 'listen_addresses=*', '-k', '/tmp'], { stdio: 'inherit' });
process.on('SIGTERM', () => server.kill('SIGINT'));
server.on('exit', (code) => process.exit(code));
`;

/** A PostgreSQL that takes the settings of the public image, of the binaries that tests have anyway. */
export function buildDatabase(tools: ImageTools, image: string): void {
  const context = join(tools.folder, 'database');
  mkdirSync(join(context, 'bin'), { recursive: true });
  copyPrograms(installedPrograms(), context);
  copyFileSync('/bin/sh', join(context, 'bin/sh'));
  for (const library of globSync('/lib/x86_64-linux-gnu/lib{c,m,z,dl,rt,pthread}.so.*')) {
    mkdirSync(join(context, 'lib'), { recursive: true });
    copyFileSync(library, join(context, 'lib', basename(library)));
  }
  writeFileSync(join(context, 'start.js'), START);
  const own =
    "require('node:fs').mkdirSync('/var/lib/postgresql/data',{recursive:true});require('node:fs').chownSync('/var/lib/postgresql/data',65532,0)";
  writeFileSync(
    join(context, 'Dockerfile'),
    `FROM ${BASE}
COPY native /pg
COPY bin /bin
COPY lib /lib/x86_64-linux-gnu
COPY start.js /start.js
ENV LD_LIBRARY_PATH=/pg/lib PATH=/bin:/pg/bin
RUN ["/nodejs/bin/node", "-e", "${own}"]
USER 65532:0
ENTRYPOINT ["/nodejs/bin/node", "/start.js"]
`,
  );
  tools.build(context, '-t', image, '--pull-never');
}
