/** The letter of the provider, in the colour of the text it stands beside. */
export const GoogleMark = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden>
    <path d="M19.6 6.4A9 9 0 1 0 21 12h-8.5" />
  </svg>
)
