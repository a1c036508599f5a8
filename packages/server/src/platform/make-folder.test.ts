import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ifThere } from '../../testing/unless.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { makeFolder } from './make-folder.ts';

describe('a folder', () => {
  it('is made with those above it, for its owner alone; one that is there stays as it is', () => {
    const folder = testFolder();
    const inner = join(folder, 'one/two');
    makeFolder(inner);
    expect([statSync(join(folder, 'one')).mode & 0o777, statSync(inner).mode & 0o777]).toEqual([0o700, 0o700]);
    chmodSync(inner, 0o755);
    makeFolder(inner);
    expect(statSync(inner).mode & 0o777).toBe(0o755);
  });

  it('is refused where there can be none', ifThere(existsSync('/proc/self'), '/proc'), () => {
    expect(() => makeFolder('/proc/setpoint/data')).toThrow("no such file or directory, mkdir '/proc/setpoint'");
  });
});
