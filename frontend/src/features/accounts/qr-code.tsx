import { chakra } from '@chakra-ui/react'
import { encode } from 'uqr'

/** Dark on light in both colour schemes: many apps read no other (ISO/IEC 18004, 6.2, names dark modules on light). */
const Picture = chakra('svg', {
  base: { width: '48', height: '48', background: 'white', color: 'black', borderRadius: 'control', maxWidth: 'full' },
})

/** A text as a QR code, with the quiet zone of four modules around it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Picture viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={squares.join('')} fill="currentColor" />
    </Picture>
  )
}
