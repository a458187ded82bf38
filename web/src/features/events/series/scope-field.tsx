import { RadioCards } from '../../../ui/forms/radio-cards.tsx';

export type SeriesScope = 'this' | 'later' | 'all';

interface ScopeFieldProps {
  value: SeriesScope;
  onChange: (scope: SeriesScope) => void;
  /** Whether the event has several ticket types, whose changes are for this event only. */
  hasTypes: boolean;
}

/** Which events of a series the changes are for. */
export function ScopeField({ value, onChange, hasTypes }: ScopeFieldProps) {
  const rest = hasTypes ? 'the ticket types and ' : '';
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Apply to"
        value={value}
        onChange={onChange}
        options={[
          { id: 'this', label: 'This event', hint: 'The other dates stay as they are.' },
          { id: 'later', label: 'This and later ones', hint: 'Those that start after this one.' },
          { id: 'all', label: 'All', hint: 'All that have not ended, and were not cancelled.' },
        ]}
      />
      {value !== 'this' && (
        <p className="text-[0.9375rem] text-ink-soft">
          The others get your changes of texts, place, time of day, places and price. Their days, status,
          visibility, {rest}pictures stay.
        </p>
      )}
    </div>
  );
}
