import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAsyncapi } from '@setpoint/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

// Modelina is nearly 200 MB: it is tried where somebody installed it, and says in which folder.
const modelina = process.env['SETPOINT_TEST_MODELINA'];
const MODELS = ['appliedschedule', 'order', 'rejectedcommand', 'report', 'schedulesnapshot', 'snapshotentry'];
const TSC = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];

const has = (command: string, argument: string) => {
  try {
    execFileSync(command, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe(
  'models generated from the AsyncAPI document',
  unless(modelina === undefined ? 'SETPOINT_TEST_MODELINA names no folder with Modelina' : undefined),
  () => {
    const folder = folderOfTests();
    beforeAll(() => {
      const document = join(folder, 'asyncapi.json');
      writeFileSync(
        document,
        JSON.stringify(buildAsyncapi('https://setpoint.example.com', { plain: '127.0.0.1:1883' })),
      );
      const program = fileURLToPath(new URL('generate-models.mjs', import.meta.url));
      execFileSync(process.execPath, [program, modelina ?? '', document, folder]);
    });

    it.each([
      ['typescript', '.ts', true, join(process.cwd(), 'node_modules/.bin/tsc'), TSC],
      ['python', '.py', has('python3', '--version'), 'python3', ['-m', 'py_compile']],
      ['go', '.go', has('go', 'version'), 'go', ['vet']],
      ['java', '.java', has('javac', '-version'), 'javac', ['-d', 'classes']],
    ])('compile: %s', (language, ending, isHere, command, args) => {
      const place = join(folder, language);
      const files = readdirSync(place).filter((name) => extname(name) === ending);
      const names = files.map((name) => basename(name, ending).replaceAll('_', '').toLowerCase());
      expect(names).toEqual(expect.arrayContaining(MODELS));
      if (!isHere) return;
      const env = { ...process.env, GO111MODULE: 'off', GOPROXY: 'off' };
      execFileSync(command, [...args, ...files], { cwd: place, env });
    });
  },
);
