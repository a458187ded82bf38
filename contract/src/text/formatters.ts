/**
 * Returns a function that gives the formatter of a time zone. It keeps the formatters, because creating one takes ten
 * times as long as using it.
 * @param language the language of the text, such as `en-GB`
 */
export function keepFormatters(
  language: string,
  options: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const formatter = kept.get(timeZone) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
    kept.set(timeZone, formatter);
    return formatter;
  };
}
