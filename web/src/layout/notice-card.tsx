import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

export function NoticeCard({
  title,
  text,
  note,
  tone = 'plain',
  action,
}: {
  title: string;
  text: string;
  /** What the user must do so that nothing is lost. */
  note?: string;
  tone?: 'plain' | 'bad';
  action: ReactNode;
}) {
  return (
    <div className="page-width grid justify-items-center py-16 sm:py-24">
      <Card className="w-full max-w-xl px-7 py-10 text-center sm:px-12 sm:py-14">
        <h1 className={`text-4xl font-semibold ${tone === 'bad' ? 'text-bad' : ''}`}>{title}</h1>
        <p className="mt-4 text-lg text-ink-soft">{text}</p>
        {note !== undefined && (
          <p className="mt-6 rounded-xl bg-warn-wash px-4 py-3.5 text-left text-warn">{note}</p>
        )}
        <div className="mt-8 flex justify-center">{action}</div>
      </Card>
    </div>
  );
}
