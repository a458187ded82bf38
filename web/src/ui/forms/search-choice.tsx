import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { type ControlWiring, controlStyle } from './field.tsx';

export interface SearchChoiceProps<Item> extends ControlWiring {
  items: readonly Item[];
  value: Item | null;
  placeholder?: string;
  emptyText: string;
  nameOf: (item: Item) => string;
  keyOf: (item: Item) => string | number;
  onChange: (item: Item | null) => void;
  /** Called when the user types. Not called when the text changes because an item was chosen. */
  onSearch: (text: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field to choose one of many items. The user types a text and chooses among the items that match. */
export function SearchChoice<Item>({
  items,
  value,
  placeholder,
  emptyText,
  nameOf,
  keyOf,
  onChange,
  onSearch,
  onBlur,
  inputRef,
  required,
  ...wiring
}: SearchChoiceProps<Item>) {
  return (
    <Base.Root
      items={items}
      value={value}
      filter={null}
      required={required}
      itemToStringLabel={nameOf}
      isItemEqualToValue={(one, other) => keyOf(one) === keyOf(other)}
      onValueChange={onChange}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') onSearch(text);
      }}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          {...wiring}
          ref={inputRef}
          placeholder={placeholder}
          className={`${controlStyle} pr-11`}
          onBlur={onBlur}
        />
        <Base.Trigger
          aria-label="Show the choices"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-ink-soft -outline-offset-3"
        >
          <ChevronDown size={18} aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-60 outline-none">
          <Base.Popup className="w-(--anchor-width) rounded-xl border border-line bg-raised text-ink shadow-float">
            <Base.Empty>
              <p className="px-4 py-3 text-ink-soft">{emptyText}</p>
            </Base.Empty>
            <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1.5 outline-none data-empty:p-0">
              {(item: Item) => (
                <Base.Item
                  key={keyOf(item)}
                  value={item}
                  className="flex min-h-10 cursor-default items-center rounded-lg px-3 outline-none select-none data-highlighted:bg-sunken data-selected:font-semibold"
                >
                  {nameOf(item)}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
