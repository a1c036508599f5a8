import { expect, it } from 'vitest';
import { foreignPackages } from './foreign-packages.ts';

it.each([
  'npx setpoint demo',
  'npx --yes setpoint demo',
  'npm install --global setpoint',
  'npm i @setpoint/client',
  'pnpm add @setpoint/client',
  'pip install setpoint',
  "pip install 'setpoint[pandas]'",
  'uvx setpoint',
  'pipx install setpoint',
])('`%s` takes the package of whoever has the name', (command) => {
  expect(foreignPackages(`Run \`${command}\`.`)).toHaveLength(1);
});

it.each([
  'npx --no -- setpoint demo',
  'npx ./setpoint-1.0.0.tgz demo',
  'npm install --global setpoint-1.0.0.tgz',
  'npm install ./setpoint-client-1.0.0.tgz',
  "pip install './clients/python[pandas]'",
  'pip install setpoint-1.0.0-py3-none-any.whl',
  'setpoint demo',
])('`%s` takes a file, or a checkout', (command) => {
  expect(foreignPackages(`Run \`${command}\`.`)).toEqual([]);
});
