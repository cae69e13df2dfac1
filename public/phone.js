// For agents and contractors: reading without a line.
import './js/phone/line.js'
import './js/phone/worker.js'
