const testimonials = [
  {
    quote: 'I moved here knowing nobody. Six months of Tuesday life drawing later, I know the whole street.',
    name: 'Priya Natarajan',
    title: 'Goes to everything',
  },
  {
    quote: 'We filled the back room of a pub for a talk about sorting algorithms. Twice.',
    name: 'Tom Aldridge',
    title: 'Organises a tech meetup',
  },
  {
    quote: 'The door used to be me with a clipboard in the rain. Now it is a phone, and the queue moves.',
    name: 'Marguerite Osei',
    title: 'Runs a community hall',
  },
  {
    quote: 'Bought my ticket on the bus, and I was inside before the support act.',
    name: 'Callum Reyes',
    title: 'Saturday regular',
  },
  {
    quote: 'Our bread workshop has a waiting list. I did not know bread could have a waiting list.',
    name: 'Ines Ferreira',
    title: 'Baker and teacher',
  },
] as const;

// Some browsers scroll a row with the arrow keys only if the row can be focused.
const keyboardScrolling = { tabIndex: 0 };

export function Testimonials() {
  return (
    <section aria-labelledby="testimonials" className="mt-24 border-y border-line bg-sunken py-16">
      <h2 id="testimonials" className="page-width text-4xl font-semibold sm:text-5xl">
        Heard in the foyer
      </h2>
      <ul
        {...keyboardScrolling}
        aria-labelledby="testimonials"
        className="page-gutter mt-9 flex snap-x snap-mandatory gap-5 overflow-x-auto pb-4 [scrollbar-width:thin]"
      >
        {testimonials.map(({ quote, name, title }) => (
          <li key={name} className="w-[min(24rem,82vw)] shrink-0 snap-start">
            <figure className="flex h-full flex-col rounded-2xl border border-line bg-raised p-7">
              <blockquote className="text-xl leading-relaxed">“{quote}”</blockquote>
              <figcaption className="mt-auto pt-6">
                <p className="font-semibold">{name}</p>
                <p className="text-[0.9375rem] text-ink-faint">{title}</p>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
