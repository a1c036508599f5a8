import type { GivenRole } from '@setpoint/contract';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { GrantRole } from './grant-role.tsx';
import type { Holder } from './holder.ts';
import { MAY, roleText } from './role-text.ts';
import { useMayChangePeople, usePeopleChange } from './use-people.ts';
import { usePlaceName } from './use-place-name.ts';

export interface HeldRolesProps {
  readonly holder: Holder;
  readonly roles: readonly GivenRole[];
}

/** The roles of a person or a group, to grant more and to revoke them. */
export function HeldRoles({ holder, roles }: HeldRolesProps) {
  const mayChange = useMayChangePeople();
  const placeName = usePlaceName();
  const revoke = usePeopleChange((people, { siteId, poolId, allSites }: GivenRole) => {
    const where = {
      ...(siteId === undefined ? {} : { siteId }),
      ...(poolId === undefined ? {} : { poolId }),
      ...(allSites === undefined ? {} : { allSites }),
    };
    return holder.kind === 'person' ? people.takePersonRole(holder.id, where) : people.takeGroupRole(holder.id, where);
  });
  return (
    <>
      <h3>Roles</h3>
      {roles.length === 0 && <p className="muted">{`None of the ${holder.kind} itself.`}</p>}
      <ul className="rows">
        {roles.map((granted) => (
          <li key={granted.siteId ?? granted.poolId ?? 'all'}>
            <span>
              <b>{roleText(granted, placeName)}</b>: may {MAY[granted.role]}
            </span>
            {mayChange && (
              <ConfirmButton
                isSmall
                label="Revoke"
                title={`Revoke ${roleText(granted, placeName)} of ${holder.name}?`}
                onConfirm={() => revoke.mutate(granted)}
              >
                <p>The next request is refused, and streams end within seconds. Schedules stay set.</p>
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
      <Outcome of={[revoke]} done="the role was revoked" />
      {mayChange && <GrantRole holder={holder} />}
    </>
  );
}
