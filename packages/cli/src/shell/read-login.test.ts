import { expect, it } from 'vitest';
import { loginPath } from './read-login.ts';

it('a sign-in is never kept in the folder where a command happens to run', () => {
  for (const unset of ['', '.', 'config', './config']) {
    expect(loginPath({ XDG_CONFIG_HOME: unset, HOME: '/home/ada' })).toBe('/home/ada/.config/setpoint/login.json');
    expect(loginPath({ XDG_CONFIG_HOME: unset })).toBeUndefined();
  }
  expect(loginPath({ XDG_CONFIG_HOME: '/etc/ada', HOME: '/home/ada' })).toBe('/etc/ada/setpoint/login.json');
});
