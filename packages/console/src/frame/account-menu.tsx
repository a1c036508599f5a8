import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { signOut } from '../session/sign-out.ts';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { clientName, can } = useSession();
  const leave = (isEverywhere: boolean) => {
    // Loading the page again clears everything that it kept in memory.
    void signOut(isEverywhere).finally(() => window.location.assign('/'));
  };
  return (
    <MenuTrigger>
      <Button className="button quiet account" aria-label={`Signed in as ${clientName}`}>
        <span className="account-name">{clientName}</span>
        {!can('schedules:write') && <span className="tag">read only</span>}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Account">
          <MenuItem href="/docs" target="_blank">
            Interface reference
          </MenuItem>
          <Separator />
          <MenuItem onAction={() => leave(false)}>Sign out</MenuItem>
          <MenuItem onAction={() => leave(true)}>Sign out everywhere</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
