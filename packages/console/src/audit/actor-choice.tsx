import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from 'react-aria-components';
import type { ActorOption } from './told-apart.ts';
import { useActorOptions } from './use-actor-options.ts';

export interface ActorChoiceProps {
  /** Its kind, a colon and its id; or what was typed so far. */
  readonly actor: string;
  readonly onActor: (actor: string) => void;
}

const LAYOUT = { rowHeight: 34 };

/** Whose records: somebody by name, or the kind and the id of whoever is not listed. */
export function ActorChoice({ actor, onActor }: ActorChoiceProps) {
  const options = useActorOptions();
  const shown = options.find(({ id }) => id === actor)?.name ?? actor;
  return (
    <ComboBox
      className="field"
      defaultItems={options}
      allowsCustomValue
      inputValue={shown}
      onInputChange={(text) => onActor(options.find(({ name }) => name === text)?.id ?? text)}
    >
      <Label>Actor</Label>
      <div className="combo-input">
        <Input placeholder="a name, or kind:id" />
        <Button className="combo-button">
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <Popover className="popover">
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          <ListBox className="menu combo-list">
            {({ id, name, kind }: ActorOption) => (
              <ListBoxItem id={id} textValue={name}>
                {name} <span className="muted">{kind}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </ComboBox>
  );
}
