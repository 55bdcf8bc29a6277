#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/trim-payloads/part0.ts b/src/trim-payloads/part0.ts
--- a/src/trim-payloads/part0.ts
+++ b/src/trim-payloads/part0.ts
@@ -1,3 +1,15 @@
 context
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/trim-payloads/part1.ts b/src/trim-payloads/part1.ts
--- a/src/trim-payloads/part1.ts
+++ b/src/trim-payloads/part1.ts
@@ -1,4 +1,7 @@
 context
-old
-old
-old
+new
+new
+new
+new
+new
+new
diff --git a/src/trim-payloads/part2.ts b/src/trim-payloads/part2.ts
--- a/src/trim-payloads/part2.ts
+++ b/src/trim-payloads/part2.ts
@@ -1,5 +1,16 @@
 context
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/trim-payloads/part3.ts b/src/trim-payloads/part3.ts
--- a/src/trim-payloads/part3.ts
+++ b/src/trim-payloads/part3.ts
@@ -1,6 +1,8 @@
 context
-old
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/trim-payloads/part4.ts b/src/trim-payloads/part4.ts
--- a/src/trim-payloads/part4.ts
+++ b/src/trim-payloads/part4.ts
@@ -1,1 +1,17 @@
 context
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
