import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { signOut } from '../session/sign-out.ts';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { clientName, isPerson, can } = useSession();
  return (
    <MenuTrigger>
      <Button className="button quiet account">
        <span className="visually-hidden">Signed in as </span>
        <span className="account-name">
          <bdi>{clientName}</bdi>
        </span>{' '}
        {!can('schedules:write') && <span className="tag">read only</span>}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Account">
          <MenuItem href="/me">{isPerson ? 'My roles and sessions' : 'This client and its sessions'}</MenuItem>
          <MenuItem href="/docs/" target="_blank">
            Documentation
          </MenuItem>
          <MenuItem href="/docs/reference" target="_blank">
            Interface reference
          </MenuItem>
          <Separator />
          <MenuItem onAction={() => void signOut(false)}>Sign out</MenuItem>
          <MenuItem onAction={() => void signOut(true)}>Sign out everywhere</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
