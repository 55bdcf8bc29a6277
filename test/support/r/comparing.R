# Calibration, clusters and planned looks, worked out by R's survey, clubSandwich and rpact on 60 tasks of 400 with uneven chances.
#   Rscript test/support/r/comparing.R > test/support/r/comparing.txt
suppressPackageStartupMessages({ library(survey); library(clubSandwich); library(rpact) })
say <- function(name, ...) cat(name, formatC(c(...), digits = 13, format = 'g'), '\n')
cat('R', as.character(getRversion()), 'survey', as.character(packageVersion('survey')), 'clubSandwich',
    as.character(packageVersion('clubSandwich')), 'rpact', as.character(packageVersion('rpact')), '\n')
tasks <- read.csv('test/support/r/sample.csv')

# Calibration to the counts of the pool: one label (post-stratification) and two (raking).
languages <- data.frame(language = c('go', 'py', 'ts'), Freq = c(90, 220, 90))
totals <- c(`(Intercept)` = 400, languagepy = 220, languagets = 90, lengthS = 250)
designs <- list(
  random = svydesign(ids = ~1, data = transform(tasks, all = 400), fpc = ~all),
  strata = svydesign(ids = ~1, strata = ~stratum, fpc = ~size, data = tasks),
  unequal = svydesign(ids = ~1, probs = ~chance, pps = 'brewer', data = tasks))
for (name in names(designs)) for (value in c('solved', 'reward')) {
  of <- as.formula(paste('~', value))
  one <- svymean(of, postStratify(designs[[name]], ~language, languages))
  raked <- calibrate(designs[[name]], ~language + length, totals, calfun = 'raking', epsilon = 1e-10)
  two <- svymean(of, raked)
  say(paste0('post-stratified_', name, '_', value), coef(one), SE(one))
  say(paste0('raked_', name, '_', value), coef(two), SE(two))
  if (name == 'unequal') {
    # Brewer's formula centres the influences without weights; this is Deville's, on the residuals that survey has.
    deville <- function(design) {
      w <- weights(design); y <- tasks[[value]]; kept <- design$postStrata[[1]]
      z <- as.vector(qr.resid(kept$qr, w * (y - sum(w * y) / sum(w)) / sum(w) / kept$w) * kept$w)
      doubt <- (1 - tasks$chance) * nrow(tasks) / (nrow(tasks) - 1)
      sqrt(sum(doubt * (z - sum(doubt * z) / sum(doubt))^2))
    }
    say(paste0('post-stratified_deville_', value), deville(calibrate(designs[[name]], ~language, totals[1:3], calfun = 'raking', epsilon = 1e-10)))
    say(paste0('raked_deville_', value), deville(raked))
  }
  if (value == 'solved') say(paste0('raked_', name, '_weights'), weights(raked)[1:6])
}

# The mean with repositories as clusters: CR2 with Satterthwaite degrees of freedom, weights known.
tasks$weight <- tasks$size / tasks$drawn
tasks$one_of_two <- ifelse(tasks$repo == 'django', 'django', 'other')
tasks$small <- paste(tasks$repo, seq_len(nrow(tasks)) %% 5)
for (cluster in c('repo', 'small', 'one_of_two')) for (value in c('solved', 'reward')) {
  for (weights in c('even', 'design')) {
    w <- if (weights == 'even') rep(1, nrow(tasks)) else tasks$weight
    fit <- lm(tasks[[value]] ~ 1, weights = w)
    test <- coef_test(fit, vcov = 'CR2', cluster = tasks[[cluster]], test = 'Satterthwaite')
    say(paste('cr2', cluster, value, weights, sep = '_'), coef(fit), test$SE^2, test$df_Satt)
  }
}

# One-sided boundaries with O'Brien-Fleming-type spending.
looks <- list(two = 1:2 / 2, three = 1:3 / 3, five = 1:5 / 5, eight = 1:8 / 8, uneven = c(0.3, 0.35, 0.8, 0.9, 1), tiers = c(0.25, 0.5, 1))
for (name in names(looks)) for (alpha in c(0.025, 0.05)) {
  design <- getDesignGroupSequential(typeOfDesign = 'asOF', informationRates = looks[[name]], alpha = alpha, sided = 1, tolerance = 1e-10)
  say(paste('boundaries', name, alpha, sep = '_'), design$criticalValues)
  say(paste('spent', name, alpha, sep = '_'), design$alphaSpent)
}
