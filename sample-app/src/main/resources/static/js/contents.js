/** Lists the stories by group, in the order of the page. */
export function listStories(contents) {
  const groups = Map.groupBy(document.querySelectorAll('[data-story]'), section => section.dataset.group ?? 'More');
  for (const [group, sections] of groups) {
    const line = document.createElement('p');
    line.append(`${group}: `);
    for (const section of sections) {
      const heading = section.querySelector('h2');
      const link = document.createElement('a');
      link.href = `#${heading.id}`;
      link.textContent = heading.textContent;
      line.append(link, ' ');
    }
    contents.append(line);
  }
}
