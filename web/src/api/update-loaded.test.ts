import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { updateLoaded } from './update-loaded.ts';

const queryKey = ['attendees', 5];

/** A list that is loaded already. Each later load waits until the test answers it. */
function openList() {
  const answers: ((rows: string[]) => void)[] = [];
  const queryClient = new QueryClient();
  const observer = new QueryObserver<string[]>(queryClient, {
    queryKey,
    // Taking the signal makes the load one that can be cancelled.
    queryFn: ({ signal }) =>
      new Promise((resolve, reject) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      }),
    initialData: ['Mara: awaited'],
    staleTime: Infinity,
  });
  const stop = observer.subscribe(() => undefined);
  const checkIn = () => updateLoaded(queryClient, queryKey, () => ['Mara: in']);
  return { answers, queryClient, checkIn, stop, read: () => observer.getCurrentResult().data };
}

describe('the answer to a change', () => {
  it('is not overwritten by a load that began before the change', async () => {
    const { answers, queryClient, checkIn, stop, read } = openList();
    const reload = queryClient.refetchQueries({ queryKey });
    const [answerOld] = answers;
    await checkIn();
    answerOld?.(['Mara: awaited']);
    await reload;
    expect(read()).toEqual(['Mara: in']);
    expect(answers).toHaveLength(2);
    answers[1]?.(['Mara: in', 'Ivo: awaited']);
    await expect.poll(read).toEqual(['Mara: in', 'Ivo: awaited']);
    stop();
  });

  it('loads nothing again when no load was running', async () => {
    const { answers, checkIn, stop, read } = openList();
    await checkIn();
    expect(read()).toEqual(['Mara: in']);
    expect(answers).toHaveLength(0);
    stop();
  });
});
