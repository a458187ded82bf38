import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/lists/chips.tsx';
import { DataCards } from '../../ui/lists/data-cards.tsx';
import { type Column, DataTable, type TableSort } from '../../ui/lists/data-table.tsx';
import { Pagination } from '../../ui/lists/pagination.tsx';
import { Group, longText, Specimen } from './specimen.tsx';

interface Sale {
  id: number;
  event: string;
  amount: string;
  isPaid: boolean;
}

const sales: Sale[] = [
  { id: 103, event: 'The Long Table Supper', amount: '£1,644.20', isPaid: true },
  { id: 102, event: 'Poems After Dark', amount: '£48.00', isPaid: false },
  { id: 101, event: longText, amount: '£7.50', isPaid: true },
];

const columns: Column<Sale>[] = [
  { header: 'ID', sort: 'id', isNumber: true, cell: ({ id }) => id },
  { header: 'Event', isName: true, sort: 'event', cell: ({ event }) => event },
  {
    header: 'Status',
    cell: ({ isPaid }) => <Badge tone={isPaid ? 'good' : 'outline'}>{isPaid ? 'Paid' : 'Held'}</Badge>,
  },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => amount },
];

function renderActions({ id }: Sale) {
  return (
    <Button variant="secondary" size="sm" aria-label={`Refund sale ${id}`}>
      Refund
    </Button>
  );
}

export function ListSpecimens() {
  const [sort, setSort] = useState<TableSort>({ by: 'id', order: 'desc' });
  const table = { columns, rows: sales, rowKey: ({ id }: Sale) => id, sort, onSort: setSort };
  return (
    <Group title="Lists">
      <Specimen name="DataTable, which becomes cards where there is no room">
        <DataTable {...table} label="Sales" renderActions={renderActions} />
      </Specimen>
      <Specimen name="DataCards">
        <DataCards {...table} label="Sales as cards" renderActions={renderActions} />
      </Specimen>
      <Specimen name="Chips, one of which is chosen">
        <ChosenChips />
      </Specimen>
      <Specimen name="Pagination, which goes to the first and the last page too">
        <Pages />
      </Specimen>
    </Group>
  );
}

const days = ['All', 'Today', 'This weekend', longText];

function ChosenChips() {
  const [chosen, setChosen] = useState('Today');
  return (
    <Chips>
      {days.map((day) => (
        <Chip
          key={day}
          chosen={day === chosen}
          removable={day !== 'All'}
          renderLink={(link) => (
            <button type="button" {...link} onClick={() => setChosen(day === chosen ? 'All' : day)} />
          )}
        >
          {day}
        </Chip>
      ))}
    </Chips>
  );
}

function Pages() {
  const [page, setPage] = useState(7);
  return (
    <Pagination
      page={page}
      totalPages={14}
      renderLink={(target, { children, ...link }) => (
        <button type="button" {...link} onClick={() => setPage(target)}>
          {children}
        </button>
      )}
    />
  );
}
