import { Mail } from 'lucide-react';
import { newsWords } from '../../../format/news-words.ts';
import { Button } from '../../../ui/button.tsx';

/** A form of plain HTML, so that it works before the scripts come, and adds little to them. */
export function FollowForm({ teamId, email }: { teamId: number; email: string | undefined }) {
  return (
    <form method="post" action="/follow" className="mt-5 max-w-xl">
      <input type="hidden" name="team" value={teamId} />
      <label htmlFor="follow-email" className="font-semibold">
        Hear of new events by email
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          id="follow-email"
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={email}
          placeholder="you@example.org"
          aria-describedby="follow-hint"
          className="min-h-11 min-w-0 flex-1 basis-56 rounded-lg border border-line-strong bg-raised px-3.5 py-2 placeholder:text-ink-faint hover:border-ink"
        />
        <Button type="submit" variant="secondary" className="max-sm:grow">
          <Mail size={17} aria-hidden />
          Follow
        </Button>
      </div>
      <p id="follow-hint" className="mt-1.5 text-[0.9375rem] text-ink-soft">
        {newsWords} First, we send a link to confirm the address. You can stop these emails with one click.
      </p>
    </form>
  );
}
