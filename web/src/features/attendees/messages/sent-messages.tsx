import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { messagesQuery, type SentMessage } from './attendees.messages.api.ts';
import { describeAudience, describeDelivery, describeSender } from './message-words.ts';

const route = getRouteApi('/events/$id/messages');

interface SentMessagesProps {
  eventId: number;
  userId: number;
}

export function SentMessages({ eventId, userId }: SentMessagesProps) {
  const { page = 1 } = route.useSearch();
  const { data, error, refetch } = useQuery(messagesQuery(eventId, userId, page));
  return (
    <section aria-labelledby="sent-messages">
      <h2 id="sent-messages" className="text-2xl font-semibold">
        Sent messages
      </h2>
      <div className="mt-5">
        <Loaded
          data={data}
          failure={error && messageOf(error, 'Failed to load the messages')}
          onRetry={() => void refetch()}
          skeleton={
            <output>
              <span className="sr-only">Loading messages...</span>
              <Skeleton className="h-28" />
            </output>
          }
        >
          {({ messages, total_pages: totalPages }) =>
            messages.length === 0 ? (
              <EmptyState drawing="envelope" title="No messages sent yet." />
            ) : (
              <>
                <ul className="grid gap-3">
                  {messages.map((message) => (
                    <MessageCard key={message.id} message={message} />
                  ))}
                </ul>
                <div className="mt-6">
                  <Pagination
                    page={page}
                    totalPages={totalPages}
                    renderLink={(target, props) => (
                      <Link
                        to={paths.eventMessages}
                        params={{ id: String(eventId) }}
                        search={{ page: target }}
                        {...props}
                      />
                    )}
                  />
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

function MessageCard({ message }: { message: SentMessage }) {
  const { timeZone } = useSite();
  const { subject, text, created_at: time } = message;
  const sender = describeSender(message);
  return (
    <li className="rounded-2xl border border-line bg-raised p-4 sm:p-5">
      <h3 className="text-lg leading-snug font-semibold wrap-anywhere">{subject}</h3>
      <p className="mt-1 text-[0.9375rem] text-ink-soft">
        {formatDate(time, timeZone)}, {formatTime(time, timeZone)}
        {sender !== null && ` · ${sender}`}
      </p>
      <p className="mt-1 text-[0.9375rem] text-ink-soft wrap-anywhere">
        {describeAudience(message)} · {describeDelivery(message)}
      </p>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold hover:underline">
          Show the text
        </summary>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
      </details>
    </li>
  );
}
