import { chakra } from '@chakra-ui/react'

const Drawing = chakra('svg', { base: { display: 'block', width: '1.5em', height: '1.5em' } })
const Holder = chakra('path', { base: { fill: 'currentColor' } })
const Plate = chakra('path', { base: { fill: 'accent' } })

/** The mark: a plate half drawn out of its holder. */
export const Mark = () => (
  <Drawing viewBox="0 0 32 32" aria-hidden>
    <Holder d="M4 15H28V30H4Z" />
    <Plate d="M12 2H20V4.5H24V13.5H8V4.5H12Z" />
  </Drawing>
)
