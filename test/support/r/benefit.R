# Figures of the uplift estimators, worked out by R alone: metafor and lme4, and matrix algebra where neither has the method.
#   Rscript test/support/r/benefit.R > test/support/r/benefit.txt
suppressPackageStartupMessages({ library(metafor); library(lme4); library(clubSandwich) })
say <- function(name, ...) cat(name, formatC(c(...), digits = 10, format = 'g'), '\n')
cat('R', as.character(getRversion()), 'metafor', as.character(packageVersion('metafor')), 'lme4',
    as.character(packageVersion('lme4')), 'clubSandwich', as.character(packageVersion('clubSandwich')), '\n')
pairs <- read.csv('examples/benefit/pairs.csv'); runs <- read.csv('examples/benefit/runs.csv')
u <- pairs$mcp_mean - pairs$baseline_mean; n <- length(u)

# The mean with suites as clusters: CR2 by clubSandwich; degrees of freedom with the variances of a one-way ANOVA, in full matrices.
fit <- lm(u ~ 1)
test <- coef_test(fit, vcov = 'CR2', cluster = pairs$suite, test = 'Satterthwaite')
say('cr2_se', test$SE); say('cr2_df_independent', test$df_Satt)
suites <- unique(pairs$suite); sizes <- sapply(suites, function(s) sum(pairs$suite == s))
within <- sum((u - ave(u, pairs$suite))^2) / (n - length(suites))
middle <- sapply(suites, function(s) mean(u[pairs$suite == s]))
between <- sum(sizes * (middle - mean(u))^2) / (length(suites) - 1)
cluster <- max(0, (between - within) / ((n - sum(sizes^2) / n) / (length(suites) - 1)))
Omega <- outer(pairs$suite, pairs$suite, '==') * cluster + diag(within, n)
H <- matrix(1 / n, n, n)
G <- sapply(suites, function(s) (diag(n) - H) %*% ((pairs$suite == s) / (n * sqrt(1 - sum(pairs$suite == s) / n))))
M <- t(G) %*% Omega %*% G
say('cr2_df', sum(diag(M))^2 / sum(M^2))

# Single runs: lme4's restricted likelihood beside the moments, for the tasks with two runs a side.
runs$key <- paste(runs$suite, runs$task_id)
counts <- table(runs$key, runs$config); keep <- rownames(counts)[counts[, 'baseline'] > 1 & counts[, 'mcp'] > 1]
own <- runs[runs$key %in% keep, ]
pooled <- function(config) { x <- own[own$config == config, ]
  sum((x$reward - ave(x$reward, x$key))^2) / (nrow(x) - length(keep)) }
vb <- pooled('baseline'); vm <- pooled('mcp')
say('pooled_variances', vb, vm)
arm <- function(config) tapply(own$reward[own$config == config], own$key[own$config == config], mean)[keep]
d <- as.numeric(arm('mcp') - arm('baseline')); noise <- vb / counts[keep, 'baseline'] + vm / counts[keep, 'mcp']; noise <- as.numeric(noise)
say('between_moments', var(d) - mean(noise))
own$with <- as.numeric(own$config == 'mcp')
m <- lmer(reward ~ with + (1 + with | key), own)
say('lme4_uplift_sd', attr(VarCorr(m)$key, 'stddev')[['with']]); say('lme4_run_sd', sigma(m)); say('lme4_mean', fixef(m)[['with']])

# Tasks within suites, noise as known: metafor's restricted likelihood, its estimates of the suites and the tasks.
suite <- sub(' .*', '', keep)
full <- rma.mv(d, noise, random = list(~ 1 | suite, ~ 1 | keep), method = 'REML', sparse = FALSE)
say('reml_deviations', sqrt(full$sigma2[2]), sqrt(full$sigma2[1]))
at <- function(task, cluster) rma.mv(d, noise, random = list(~ 1 | suite, ~ 1 | keep), method = 'REML', sigma2 = c(cluster^2, task^2))
one <- at(0.1, 0.05); two <- at(0.15, 0.02)
say('centre_at_0.10_0.05', coef(one))
say('loglik_difference', as.numeric(logLik(one)) - as.numeric(logLik(two)))
effects <- ranef(one)
first <- keep[1:3]
say('suite_means_at_0.10_0.05', (coef(one) + effects[[1]][sort(unique(suite))[1:3], 'intrcpt']))
say('task_uplifts_at_0.10_0.05', coef(one) + effects[[1]][suite[1:3], 'intrcpt'] + effects[[2]][first, 'intrcpt'])
cat('first_tasks', sub('.* ', '', first), '\n')

# The same model with unknown deviations, flat in the variance of tasks and in the deviation of suites: a grid, in full matrices.
same <- outer(suite, suite, '=='); one_each <- rep(1, length(d)); steps <- 40
grid <- expand.grid(task = 0.3 * (seq_len(steps) - 0.5) / steps, cluster = 0.25 * (seq_len(steps) - 0.5) / steps)
fits <- lapply(seq_len(nrow(grid)), function(i) {
  G <- same * grid$cluster[i]^2 + diag(grid$task[i]^2, length(d)); L <- chol(G + diag(noise)); Vi <- chol2inv(L)
  A <- sum(Vi); mu <- sum(Vi %*% d) / A; e <- d - mu; R <- G[1:3, ] %*% Vi
  left <- 1 - as.numeric(R %*% one_each)
  list(l = -sum(log(diag(L))) - log(A) / 2 - sum(e * (Vi %*% e)) / 2 + log(grid$task[i]), m = mu + as.numeric(R %*% e),
       v = diag(G)[1:3] - rowSums(R * G[1:3, ]) + left^2 / A) })
l <- sapply(fits, function(f) f$l); w <- exp(l - max(l)); w <- w / sum(w)
means <- sapply(fits, function(f) f$m); second <- sapply(fits, function(f) f$v) + means^2
say('shrunken_uplifts', means %*% w)
say('shrunken_errors', sqrt(second %*% w - (means %*% w)^2))

# A pilot of five runs a side, simulated: the share of tasks that Benjamini and Hochberg list as benefiting; and the
# interval of the mean of 100 tasks with two runs a side, as `compare` prints it: by Student, for tasks like these.
set.seed(1); between <- 0.01197889; run <- 0.02892925 + 0.01942751; many <- 400000
x <- rnorm(many, 0.0182, sqrt(between)) + rnorm(many, 0, sqrt(run / 5))
say('pilot_listed_share', mean(p.adjust(2 * pnorm(-abs(x) / sqrt(run / 5)), 'BH') <= 0.1 & x > 0))
errors <- replicate(40000, mean(rnorm(100, 0, sqrt(between)) + rnorm(100, 0, sqrt(run / 2))))
say('pilot_half_width', qt(0.975, 99) * sd(errors))
