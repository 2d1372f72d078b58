/**
 * Scrolls smoothly to the element with this id, without animation for users who prefer reduced motion, and moves the
 * focus there.
 * @returns false when there is no such element (yet).
 */
export function scrollToSection(id: string): boolean {
  const section = document.getElementById(id);
  if (!section) return false;
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: reduced ? 'auto' : 'smooth', block: 'start' });
  section.focus({ preventScroll: true });
  return true;
}
