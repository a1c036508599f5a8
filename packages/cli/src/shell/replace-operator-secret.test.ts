import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceOperatorSecret } from './replace-operator-secret.ts';
import { createShell } from './shell.ts';

const FILE = { url: 'http://10.0.0.1:8080', clientId: 'a', clientSecret: 'old' };

describe("the operator's file on a machine without the service", () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = testFolder();
    path = join(folder, 'operator.json');
  });

  const quiet = () => undefined;
  const replace = (clientId: string) => {
    const environment = { SETPOINT_DATA_DIR: folder };
    const shell = createShell({ environment, isJson: () => true, write: quiet, writeError: quiet, progress: quiet });
    replaceOperatorSecret(shell, { clientId, clientSecret: 'new' });
  };

  it('gets the new secret of its client, readable by its owner alone', () => {
    writeFileSync(path, JSON.stringify(FILE), { mode: 0o644 });
    replace('a');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...FILE, clientSecret: 'new' });
    expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['operator.json']]);
  });

  it.each([
    ['another client', JSON.stringify(FILE)],
    ['no client', '{'],
  ])('stays as it is when it is the one of %s', (_title, text) => {
    writeFileSync(path, text);
    replace('b');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is not made where there is none', () => {
    replace('a');
    expect(readdirSync(folder)).toEqual([]);
  });
});
