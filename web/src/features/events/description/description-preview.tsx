import { writeDescriptionHtml } from '@foyer/contract/text/formatted-description.ts';

/** Loads when somebody asks for the preview, because the library that reads the marks is large. */
export function DescriptionPreview({ text }: { text: string }) {
  return (
    <div
      className="formatted wrap-anywhere"
      // The same function writes the event's page. It lets through only a few tags.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: writeDescriptionHtml(text) }}
    />
  );
}
