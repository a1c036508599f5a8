import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

export interface ChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChosen: (id: string) => void;
}

/** A choice of one among a few. */
export function Choice({ label, options, chosen, onChosen }: ChoiceProps) {
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <ToggleButtonGroup
        className="chips"
        aria-label={label}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys;
          onChosen(String(key ?? chosen));
        }}
      >
        {options.map((option) => (
          <ToggleButton key={option.id} id={option.id} className="chip">
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
