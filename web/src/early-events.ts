import type { EarlyEvent } from './boot.ts';

/**
 * Repeats what the user did before hydration, when the page could not yet react. Call it after hydration has begun, and
 * outside of React's own work.
 */
export function replayEarlyEvents(events: readonly EarlyEvent[]): void {
  for (const event of events) {
    const { target } = event;
    if (!(target instanceof Element) || !target.isConnected) continue;
    // React hydrates a part of the page at once when this part gets such an event.
    target.dispatchEvent(new Event('input', { bubbles: true }));
    replay(event, target);
  }
}

function replay({ type, value, checked }: EarlyEvent, target: Element): void {
  if (type === 'submit' && target instanceof HTMLFormElement) target.requestSubmit();
  else if (type === 'click') replayClick(target);
  else if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')) {
    if (type === 'input') tick(target, checked);
  } else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    if (type === 'input' && target.type !== 'file') enter(target, value ?? '');
  } else if (target instanceof HTMLSelectElement && type === 'change') {
    target.value = value ?? '';
    target.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** The browser itself followed links, opened details and sent forms. */
function replayClick(target: Element): void {
  const button = target.closest('button');
  if (button && !(button.type === 'submit' && button.form)) button.click();
}

function tick(box: HTMLInputElement, checked: boolean | undefined): void {
  // The click turns the box into its recorded state.
  box.checked = !checked;
  box.click();
}

/** React ignores an event after which a field has the value that React knows. So React first learns an empty value. */
function enter(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = '';
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
