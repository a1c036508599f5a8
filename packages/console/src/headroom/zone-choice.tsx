export interface ZoneChoiceProps {
  readonly zones: readonly string[];
  readonly chosen: string;
  readonly onChosen: (timeZone: string) => void;
}

/** Whose days are asked about: those of the market, as a rule. */
export function ZoneChoice({ zones, chosen, onChosen }: ZoneChoiceProps) {
  return (
    <div className="field">
      <label htmlFor="headroom-zone">Time zone</label>
      <select
        id="headroom-zone"
        className="cell-input"
        value={chosen}
        onChange={({ currentTarget: { value } }) => onChosen(value)}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </select>
    </div>
  );
}
