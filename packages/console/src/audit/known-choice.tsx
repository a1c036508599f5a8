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
import type { KnownOption } from './told-apart.ts';

export interface KnownChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly KnownOption[];
  /** The id of an option, or what was typed so far. */
  readonly chosen: string;
  readonly onChosen: (text: string) => void;
}

const LAYOUT = { rowHeight: 34 };

/** One of those that are known by name, or the id of one that is not. */
export function KnownChoice({ label, placeholder, options, chosen, onChosen }: KnownChoiceProps) {
  const shown = options.find(({ id }) => id === chosen)?.name ?? chosen;
  return (
    <ComboBox
      className="field"
      defaultItems={options}
      allowsCustomValue
      inputValue={shown}
      onInputChange={(text) => onChosen(options.find(({ name }) => name === text)?.id ?? text)}
    >
      <Label>{label}</Label>
      <div className="combo-input">
        <Input placeholder={placeholder} />
        <Button className="combo-button">
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <Popover className="popover">
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          <ListBox className="menu combo-list">
            {({ id, name, kind }: KnownOption) => (
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
