import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { fetchFile } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/field.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { useSearchText } from '../../../layout/use-search-text.ts';
import { saveFile, writeFileName } from '../../../ui/save-file.ts';
import type { FoyerEvent } from '../../events/events.api.ts';
import type { ManagedType } from '../../events/events.types.api.ts';
import { filtersOf } from './orders.sold.api.ts';
import type { SoldView } from './sold-search.ts';
import { channelWords, soldStates } from './sold-words.ts';
import { toast } from '../../../ui/overlays/toast.ts';

interface SoldFiltersProps {
  event: FoyerEvent;
  view: SoldView;
  types: readonly ManagedType[];
  onChange: (part: Partial<SoldView>) => void;
}

export function SoldFilters({ event, view, types, onChange }: SoldFiltersProps) {
  const { text, type } = useSearchText(view.q, (q) => onChange({ q }));
  const id = useId();
  return (
    <search className="mt-6 grid grid-cols-2 items-end gap-4 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_11rem_auto]">
      <div className="col-span-2 grid gap-1.5 lg:col-span-1">
        <label htmlFor={id} className="text-[0.9375rem] font-semibold text-ink-soft">
          Search orders
        </label>
        <SearchBox
          id={id}
          label="Search orders"
          placeholder="Order number, name or email"
          text={text}
          maxLength={200}
          onText={type}
        />
      </div>
      <Choice
        label="Status"
        all="All"
        options={Object.entries(soldStates).map(([value, { word }]) => ({ value, word }))}
        value={view.status}
        onChange={(status) => onChange({ status: status as SoldView['status'] })}
      />
      {types.length > 1 && (
        <Choice
          label="Ticket type"
          all="All"
          options={types.map((one) => ({ value: String(one.id), word: one.name }))}
          value={view.type === undefined ? undefined : String(view.type)}
          onChange={(chosen) => onChange({ type: chosen === undefined ? undefined : Number(chosen) })}
        />
      )}
      <Choice
        label="Sold through"
        all="All"
        options={Object.entries(channelWords).map(([value, word]) => ({ value, word }))}
        value={view.channel}
        onChange={(channel) => onChange({ channel: channel as SoldView['channel'] })}
      />
      <DownloadButton event={event} view={view} />
    </search>
  );
}

interface ChoiceProps {
  label: string;
  /** The text of the first option, which shows all orders. */
  all: string;
  options: readonly { value: string; word: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, options, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold text-ink-soft">
        {label}
      </label>
      <Select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.word}
          </option>
        ))}
      </Select>
    </div>
  );
}

function DownloadButton({ event, view }: Pick<SoldFiltersProps, 'event' | 'view'>) {
  const download = useMutation({
    mutationFn: () =>
      fetchFile('GET /events/:id/orders.csv', { params: { id: event.id }, query: filtersOf(view) }),
    onSuccess: (file) => saveFile(writeFileName(`Orders of ${event.title}`, 'csv'), file),
    onError: (error) => toast.error(messageOf(error, 'Failed to download the orders')),
  });
  return (
    <Button
      variant="secondary"
      className="gap-1.5! px-2! text-[0.9375rem]! sm:px-3!"
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <Download size={18} aria-hidden className="shrink-0" />}
      Download CSV
    </Button>
  );
}
