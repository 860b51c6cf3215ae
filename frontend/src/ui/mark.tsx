import { chakra } from '@chakra-ui/react'

const Drawing = chakra('svg', {
  base: { display: 'block', width: '1.6em', height: '1.6em', fill: 'none', strokeWidth: '2.2' },
})
const Holder = chakra('path', { base: { stroke: 'currentColor' } })
const Plate = chakra('path', { base: { stroke: 'accent', fill: 'accent', fillOpacity: 0.2 } })

/** The mark: a plate half drawn out of its holder. */
export const Mark = () => (
  <Drawing viewBox="0 0 32 32" aria-hidden>
    <Holder d="M7 14.5V28.5H25V14.5" />
    <Holder d="M4 14.5H28" />
    <Plate d="M10.5 23V4H21.5V23" />
  </Drawing>
)
