// For administrators' lists and copy buttons, from the first touch on.

import './js/copy.js'
import './js/showing.js'
import './js/unseen.js'
import './js/ticks.js'
