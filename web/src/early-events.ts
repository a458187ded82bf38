import type { EarlyEvent } from './boot.ts';

/**
 * Repeats what the user did before hydration, when the page could not yet react. Call it in the task in which hydration
 * begins, so that the user cannot type in between.
 */
export async function replayEarlyEvents(events: readonly EarlyEvent[]): Promise<void> {
  const pressed = new Map<Element, string>();
  for (const event of events.filter(isLast)) {
    const { type, target } = event;
    if (!(target instanceof Element) || !target.isConnected) continue;
    // React hydrates a part of the page at once when this part gets such an event.
    target.dispatchEvent(new Event('input', { bubbles: true }));
    if (type !== 'click' && type !== 'submit') {
      repeatInput(event, target);
      continue;
    }
    // The page must show what the events before have changed.
    await new Promise((resolve) => setTimeout(resolve));
    if (type === 'click') repeatClick(target, pressed);
    else if (target instanceof HTMLFormElement) target.requestSubmit();
  }
}

/**
 * Only the last value of a field counts. A form is sent once: people press its button again when nothing seems to
 * happen.
 */
function isLast({ type, target }: EarlyEvent, index: number, events: readonly EarlyEvent[]): boolean {
  return (
    type === 'click' || !events.some((one, at) => at > index && one.type === type && one.target === target)
  );
}

/** The browser itself followed links, opened details and sent forms. */
function repeatClick(target: Element, pressed: Map<Element, string>): void {
  const button = target.closest('button');
  if (!button?.isConnected || (button.type === 'submit' && button.form)) return;
  const words = `${button.ariaLabel ?? button.textContent} ${button.ariaExpanded}`;
  // After the first press, a button such as "Open menu" says the opposite, which the user did not ask for.
  if ((pressed.get(button) ?? words) !== words) return;
  pressed.set(button, words);
  button.click();
}

function repeatInput({ type, value = '', checked }: EarlyEvent, target: Element): void {
  if (type === 'change' && target instanceof HTMLSelectElement) {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (type !== 'input') return;
  else if (target instanceof HTMLTextAreaElement) enter(target, value);
  else if (target instanceof HTMLInputElement) {
    if (['checkbox', 'radio'].includes(target.type)) tick(target, checked);
    else if (target.type !== 'file') enter(target, value);
  }
}

function tick(box: HTMLInputElement, checked: boolean | undefined): void {
  // The click turns the box into its recorded state.
  box.checked = !checked;
  box.click();
}

/**
 * React ignores an event after which a field has the value that React knows. So React first learns an empty value. A
 * field that the user has left again also gets the event that some fields wait for.
 */
function enter(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart: start, selectionEnd: end } = field;
  field.value = '';
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  // The user may be typing in the middle of the text.
  if (field === document.activeElement && start !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
