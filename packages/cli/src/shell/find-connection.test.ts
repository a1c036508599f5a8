import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { findConnection, findUrl } from './find-connection.ts';

const OPERATOR = { url: 'http://127.0.0.1:9000', clientId: 'operator', clientSecret: 'kept' };
const NAMED = { SETPOINT_CLIENT_ID: 'c', SETPOINT_CLIENT_SECRET: 's' };

describe('the connection', () => {
  let folder: string;

  beforeEach(() => void (folder = testFolder()));

  function leaveOperator(text: string = JSON.stringify(OPERATOR)) {
    writeFileSync(join(folder, 'operator.json'), text);
  }

  it('is the one that the environment names, before the operator', () => {
    leaveOperator();
    const environment = { SETPOINT_DATA_DIR: folder, SETPOINT_URL: 'https://a.example', ...NAMED };
    expect(findConnection(environment)).toEqual({ url: 'https://a.example', clientId: 'c', clientSecret: 's' });
  });

  it('is the operator that the service left in its data directory', () => {
    leaveOperator();
    expect(findConnection({ SETPOINT_DATA_DIR: folder })).toEqual(OPERATOR);
    expect(findConnection({ SETPOINT_DATA_DIR: folder, SETPOINT_URL: 'http://other' }).url).toBe('http://other');
  });

  it('goes to the address of the environment, else of the operator, else to this machine', () => {
    expect(findUrl({ SETPOINT_DATA_DIR: folder })).toBe('http://127.0.0.1:8080');
    leaveOperator();
    expect(findUrl({ SETPOINT_DATA_DIR: folder })).toBe('http://127.0.0.1:9000');
    expect(findUrl({ SETPOINT_DATA_DIR: folder, SETPOINT_URL: 'http://other' })).toBe('http://other');
  });

  it('is the operator that the environment of the service names, before its file', () => {
    leaveOperator(JSON.stringify({ ...OPERATOR, url: 'http://127.0.0.1:9001' }));
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'of a file\n');
    const environment = {
      SETPOINT_OPERATOR_ID: 'o',
      SETPOINT_OPERATOR_SECRET_FILE: secret,
      SETPOINT_HTTP_PORT: '9002',
    };
    const operator = { clientId: 'o', clientSecret: 'of a file' };
    expect(findConnection(environment)).toEqual({ url: 'http://127.0.0.1:9002', ...operator });
    expect(findConnection({ ...environment, ...NAMED })).toMatchObject({ clientId: 'c', clientSecret: 's' });
    const ofClient = { SETPOINT_CLIENT_ID: 'c', SETPOINT_CLIENT_SECRET_FILE: secret };
    expect(findConnection(ofClient)).toMatchObject({ clientId: 'c', clientSecret: 'of a file' });
    expect(() => findConnection({ ...ofClient, SETPOINT_CLIENT_SECRET: 's' })).toThrow('not both');
    expect(() => findConnection({ ...ofClient, SETPOINT_CLIENT_SECRET_FILE: '/none' })).toThrow("open '/none'");
  });

  it('is refused when half of a credential is named, rather than taken from elsewhere', () => {
    leaveOperator();
    const environment = { SETPOINT_DATA_DIR: folder, SETPOINT_CLIENT_ID: 'c' };
    expect(() => findConnection(environment)).toThrow('Set SETPOINT_CLIENT_SECRET too');
  });

  it('names the file that is missing or broken', () => {
    const environment = { SETPOINT_DATA_DIR: folder };
    expect(() => findConnection(environment)).toThrow(`There is no ${folder}/operator.json`);
    for (const broken of ['{', '{}', 'null', '{"url":1,"clientId":"c","clientSecret":"s"}']) {
      leaveOperator(broken);
      expect(() => findConnection(environment)).toThrow(`${folder}/operator.json cannot be read`);
    }
  });
});
