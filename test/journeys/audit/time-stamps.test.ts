import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { queryStore } from '@setpoint/server/testing/query-store';
import {
  hasOpenssl,
  startTimeStampAuthority,
  type TestAuthority,
} from '@setpoint/server/testing/start-time-stamp-authority';
import { ifThere } from '@setpoint/server/testing/unless';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { type Service, startService } from '../../support/service/start-service.ts';
import { makeTempDir, type TempDir } from '../../support/service/temp-dir.ts';

describe('time stamps of seals', ifThere(hasOpenssl(), 'openssl'), () => {
  let folder: TempDir;
  let service: Service;
  let authority: TestAuthority;
  let other: TestAuthority;
  beforeAll(async () => {
    [folder, authority, other] = await Promise.all([
      makeTempDir(),
      startTimeStampAuthority(),
      startTimeStampAuthority(),
    ]);
    const env = {
      SETPOINT_AUDIT_TIMESTAMP_URL: authority.url,
      SETPOINT_AUDIT_TIMESTAMP_CA: authority.rootFile,
    };
    service = await startService({ dataDir: folder.path, env });
    await lookUntil(stampedBy, (given) => given.length > 0);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await Promise.all([folder, authority, other].map((one) => one[Symbol.asyncDispose]()));
  });

  const audit = (...args: string[]) => runSetpoint(['audit', ...args], { SETPOINT_DATA_DIR: folder.path });

  async function stampedBy(): Promise<readonly { readonly authority: string }[]> {
    const { out } = await audit('list', '--action', 'audit.sealed', '--json');
    return (JSON.parse(out) as { timeStamps: { authority: string }[] }).timeStamps;
  }

  it('are listed, exported, and verified by the certificates that are given', async () => {
    expect(await stampedBy()).toMatchObject([{ authority: 'Test time' }]);
    expect((await audit('list', '--action', 'audit.sealed')).out).toMatch(/time-stamped \S+Z by Test time/);
    const file = join(folder.path, 'audit.jsonl');
    expect(await audit('export', file)).toMatchObject({ code: 0 });
    for (const from of [[], ['--file', file]]) {
      const claimed = await audit('verify', ...from);
      expect(claimed.code).toBe(0);
      expect(claimed.out).toMatch(/^1 of 1 seals are time-stamped by Test time \(record \d+\), by its own word/m);
      const proven = await audit('verify', ...from, '--timestamp-ca', authority.rootFile);
      expect(proven.code).toBe(0);
      expect(proven.out).toMatch(/^1 of 1 seals are time-stamped by Test time \(record \d+\)$/m);
      const stranger = await audit('verify', ...from, '--timestamp-ca', other.rootFile);
      expect(stranger.code).toBe(1);
      expect(stranger.error).toMatch(/^record \d+: has a time stamp that is by Test time, whose certificate/);
    }
    const without = join(folder.path, 'without.jsonl');
    await writeFile(without, (await readFile(file, 'utf8')).replace(/,"timeStamps":.*/, '}}'));
    expect(await audit('verify', '--file', without)).toMatchObject({ code: 0 });
    const missing = await audit('verify', '--file', without, '--timestamp-ca', authority.rootFile);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.error).toMatch(/no seal before it is time-stamped/);
  });

  it('that somebody altered in the database are named', async () => {
    await queryStore(folder.path, 'UPDATE audit_time_stamp SET stamped_at = stamped_at - 1000');
    const moved = await audit('verify');
    expect(moved.code).toBe(1);
    expect(moved.error).toMatch(/^record \d+: has a time stamp of another instant/);
    await queryStore(folder.path, `UPDATE audit_time_stamp SET token = 'MAA='`);
    const bad = await audit('verify');
    expect(bad.code).toBe(1);
    expect(bad.error).toMatch(/^record \d+: has a time stamp that is no time stamp/);
  });
});
