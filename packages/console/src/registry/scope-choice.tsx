import { type Scope, SCOPES } from '@setpoint/contract';
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import { scopesText } from './scopes-text.ts';

export interface ScopeChoiceProps {
  readonly scopes: readonly Scope[];
  readonly onScopes: (scopes: readonly Scope[]) => void;
}

/** What a client may do, each scope in words. */
export function ScopeChoice({ scopes, onScopes }: ScopeChoiceProps) {
  return (
    <CheckboxGroup
      className="field checks"
      value={[...scopes]}
      onChange={(chosen) => onScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
      isRequired
    >
      <Label>Scopes</Label>
      <div className="line">
        {SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} className="check">
            <span className="check-box" aria-hidden="true" />
            {scopesText([scope])}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}
